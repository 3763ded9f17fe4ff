/*
 * Server-sent events as the HTML standard parses them ("Interpreting an event stream"), from chunks
 * that may end anywhere. EventSource never reconnects after a response of 503.
 */
export interface StreamEvent {
  /** `message` when the stream names none. */
  type: string
  data: string
  /** The last id that the stream has sent. */
  id: string
}

/** Yields events as they complete. Drops an event that the end of the stream cuts off. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamEvent> {
  let id = ''
  let type = ''
  let data: string[] = []

  for await (const line of linesOf(chunks)) {
    if (line === '') {
      // An event needs a line of data, which may be empty.
      if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), id }
      type = ''
      data = []
      continue
    }
    const [field, value] = fieldOf(line)
    if (field === 'data') data.push(value)
    if (field === 'event') type = value
    if (field === 'id' && !value.includes('\0')) id = value
  }
}

/** A line that starts with a colon is a comment, here a field without a name. */
function fieldOf(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

/** Yields whole lines. They end with LF, CRLF or CR; a chunk may end between CR and LF. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder() // drops the byte order mark
  let partial = ''
  let endedWithCr = false

  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    if (endedWithCr && text.startsWith('\n')) text = text.slice(1)
    endedWithCr = text.endsWith('\r')

    const [first = '', ...more] = text.split(/\r\n|\n|\r/)
    partial += first
    for (const line of more) {
      yield partial
      partial = line
    }
  }
}
