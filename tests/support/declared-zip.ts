/** Writes the directory of a ZIP archive, with the sizes and flags that a test wants to declare. */
export function declaredZip(
  entries: Record<string, { size?: number; isEncrypted?: boolean }>,
): Uint8Array {
  const directory = Object.entries(entries).map(([name, { size = 1, isEncrypted = false }]) => {
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8)
    entry.writeUInt32LE(1_000, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.write(name, 46)
    return entry
  })
  const body = Buffer.concat(directory)
  const start = Buffer.from('PK\u0003\u0004')
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(body.length, 12)
  end.writeUInt32LE(start.length, 16)
  return new Uint8Array(Buffer.concat([start, body, end]))
}
