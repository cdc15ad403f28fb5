/** What a header says where it is not what `buildTarHeader` computes: text in place of a field, true or not. */
export interface TarHeaderLies {
  readonly size?: Buffer;
  readonly checksum?: string;
  readonly magic?: string;
  readonly prefix?: string;
  readonly linkName?: string;
}

export interface TarFile {
  readonly lies?: TarHeaderLies;
  readonly name: string;
  readonly data?: Uint8Array | string;
  readonly type?: string;
  readonly sizeBytes?: number;
}

export function buildTar(files: readonly TarFile[]): Buffer {
  return Buffer.concat([...files.map(buildTarFile), Buffer.alloc(1024)]);
}

export function buildTarFile({ name, data = "", type = "0", sizeBytes, lies = {} }: TarFile): Buffer {
  const content = Buffer.from(data);
  const header = buildTarHeader(name, type, sizeBytes ?? content.length, lies);
  return Buffer.concat([header, content, Buffer.alloc(-content.length & 511)]);
}

export function buildTarHeader(name: string, type: string, sizeBytes: number, lies: TarHeaderLies = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write("0000644\0", 100);
  header.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, 124);
  lies.size?.copy(header, 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(lies.linkName ?? "", 157);
  header.write(lies.magic ?? "ustar\x0000", 257);
  header.write(lies.prefix ?? "", 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(lies.checksum ?? `${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** Records of an extended header. The length in front of each counts its own digits too. */
export function buildPaxRecords(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([keyword, value]) => {
      const rest = Buffer.byteLength(` ${keyword}=${value}\n`);
      const digits = String(rest + String(rest).length).length;
      return `${rest + digits} ${keyword}=${value}\n`;
    })
    .join("");
}
