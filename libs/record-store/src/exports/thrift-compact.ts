/** Types of Thrift's compact protocol (thrift-compact-protocol.md); both values of a bool are types of a field. */
export const compactTypes = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

export interface CompactField {
  /** `null`: the end of the struct. */
  readonly id: number | null;
  readonly previous: number;
  /** Where the field's header is. */
  readonly header: number;
  /** Stands at the value; the caller that reads it leaves the loop. */
  readonly reader: CompactReader;
}

/** Reads a struct of Thrift's compact protocol, as far as the footer of a Parquet file needs it. */
export class CompactReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The fields of the struct that begins here, and its end. A value that is not read is skipped. */
  *readFields(): Generator<CompactField, void, undefined> {
    let previous = 0;
    for (;;) {
      const header = this.#position;
      const byte = this.#readByte();
      const type = byte & 0x0f;
      if (type === 0) return yield { id: null, previous, header, reader: this };
      const id = byte >> 4 === 0 ? this.readInteger() : previous + (byte >> 4);
      yield { id, previous, header, reader: this };
      this.#skip(type);
      previous = id;
    }
  }

  /** A number of any size, of 2^53 at most. */
  readInteger(): number {
    const value = this.#readVarint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #readVarint(): number {
    for (let value = 0, factor = 1; ; factor *= 0x80) {
      const byte = this.#readByte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  #readByte(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw new Error("a Thrift struct ends too early");
    this.#position += 1;
    return byte;
  }

  #skip(type: number): void {
    if (type === compactTypes.byte) this.#skipBytes(1);
    else if (type === compactTypes.double) this.#skipBytes(8);
    else if (type === compactTypes.binary) this.#skipBytes(this.#readVarint());
    else if (type === compactTypes.struct) for (const _ of this.readFields());
    else if (type === compactTypes.list || type === compactTypes.set) this.#skipList();
    else if (type === compactTypes.map) throw new Error("a Parquet footer has no maps");
    else if (type >= compactTypes.i16) this.#readVarint();
  }

  #skipBytes(count: number): void {
    this.#position += count;
  }

  #skipList(): void {
    const header = this.#readByte();
    const size = header >> 4 === 15 ? this.#readVarint() : header >> 4;
    const type = header & 0x0f;
    // In a list a bool is a byte.
    const item = type <= compactTypes.false ? compactTypes.byte : type;
    for (let n = 0; n < size; n += 1) this.#skip(item);
  }
}

/** An unsigned number as base 128, the lowest first. */
export function toVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
