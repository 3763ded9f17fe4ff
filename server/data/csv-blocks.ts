/** Splits CSV (RFC 4180) into blocks of about `size` characters, each of whole rows. */
export async function* csvBlocks(csv: AsyncIterable<string>, size: number): AsyncIterable<string> {
  let pending = ''
  for await (const chunk of csv) {
    pending += chunk
    if (pending.length < size) continue
    const end = lastRowEnd(pending)
    if (end > 0) yield pending.slice(0, end)
    pending = pending.slice(end)
  }
  if (pending) yield pending
}

/** An unquoted line break, after an even number of quotes, ends a row. */
function lastRowEnd(text: string): number {
  let end = 0
  let from = 0
  for (let isQuoted = false; ; isQuoted = !isQuoted) {
    const quote = text.indexOf('"', from)
    const to = quote < 0 ? text.length : quote
    const newline = text.lastIndexOf('\n', to)
    if (!isQuoted && newline >= from) end = newline + 1
    if (quote < 0) return end
    from = quote + 1
  }
}
