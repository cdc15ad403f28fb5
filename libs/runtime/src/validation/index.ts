export { describeMismatch, type Mismatch } from "./describe-mismatch.ts";
