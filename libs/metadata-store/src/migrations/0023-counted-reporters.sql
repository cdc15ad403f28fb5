-- Whose proven reports count: all, or only those of reporters that are known or long-standing. Applies to what arrives from then on.
ALTER TABLE organizations ADD counted_reporters text NOT NULL DEFAULT 'proven'
  CHECK (counted_reporters IN ('proven', 'known'));
