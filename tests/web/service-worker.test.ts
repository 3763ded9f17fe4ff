import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/* The service worker on a disk that may be full, with the caches of earlier releases. */

const ORIGIN = 'https://entretodos.example'
const SCRIPT = '/assets/home-1.js'

let disk: ReturnType<typeof fakeCaches>
let network: Map<string, string>

beforeEach(() => {
  disk = fakeCaches()
  network = new Map([
    ['/index.html', `<script src="${SCRIPT}"></script>`],
    ['/', 'the page'],
    [SCRIPT, 'the script'],
  ])
  vi.stubGlobal('caches', disk.caches)
  vi.stubGlobal('fetch', async (asked: string | { url: string }) => {
    const text = network.get(pathOf(asked))
    return new Response(text, { status: text === undefined ? 404 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each(['cannot be written', 'cannot be read'] as const)(
  'answers from the network while the disk %s',
  async (fault) => {
    const worker = await startWorker('one')
    disk.fail(fault)
    expect(await worker.answer(SCRIPT)).toBe('the script')
    expect(await worker.answer('/', 'navigate')).toBe('the page')
  },
)

it('answers from the cache without a network', async () => {
  const worker = await startWorker('one')
  await worker.answer(SCRIPT)
  network.clear()
  expect(await worker.answer(SCRIPT)).toBe('the script')
})

it('keeps the files of the release that open tabs run, not those of one that never ran', async () => {
  await disk.caches.open('entre-todos-organiser')
  await release('one')
  await (await startWorker('two')).install()
  await release('three')
  expect(filesOnDisk()).toEqual(['one', 'three'])
  await release('four')
  expect(filesOnDisk()).toEqual(['three', 'four'])
})

async function release(name: string): Promise<void> {
  const worker = await startWorker(name)
  await worker.install()
  await worker.activate()
}

function filesOnDisk(): string[] {
  return disk.names().flatMap((name) => /^entre-todos-files-(.*)$/.exec(name)?.[1] ?? [])
}

async function startWorker(release: string) {
  const handlers = new Map<string, (event: object) => void>()
  vi.stubGlobal('self', {
    __WB_MANIFEST: [
      { url: 'index.html', revision: release },
      { url: SCRIPT.slice(1), revision: null },
    ],
    addEventListener: (type: string, handler: (event: object) => void) =>
      handlers.set(type, handler),
    location: { origin: ORIGIN },
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
  })
  vi.resetModules()
  await import('../../web/shell/service-worker.ts')

  async function wait(type: string): Promise<void> {
    let work: Promise<unknown> | undefined
    handlers.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) })
    await work
  }

  return {
    install: () => wait('install'),
    activate: () => wait('activate'),
    async answer(path: string, mode = 'cors'): Promise<string | undefined> {
      let response: Promise<Response> | undefined
      handlers.get('fetch')?.({
        request: { method: 'GET', url: ORIGIN + path, mode },
        respondWith: (given: Promise<Response>) => (response = given),
      })
      return (await response)?.text()
    },
  }
}

/** Stores the text of each response. */
function fakeCaches() {
  const all = new Map<string, Map<string, string>>()
  let fault: 'cannot be written' | 'cannot be read' | null = null

  function cacheOf(files: Map<string, string>) {
    return {
      async match(path: string) {
        const text = files.get(pathOf(path))
        return text === undefined ? undefined : new Response(text)
      },
      async put(path: string, response: Response) {
        if (fault) throw new DOMException('full', 'QuotaExceededError')
        files.set(pathOf(path), await response.text())
      },
      delete: async (path: string) => files.delete(pathOf(path)),
      keys: async () => [...files.keys()].map((path) => ({ url: ORIGIN + path })),
    }
  }

  return {
    names: () => [...all.keys()],
    fail(next: NonNullable<typeof fault>): void {
      fault = next
    },
    caches: {
      async open(name: string) {
        if (fault === 'cannot be read') throw new DOMException('Unexpected internal error.')
        const files = all.get(name) ?? new Map<string, string>()
        all.set(name, files)
        return cacheOf(files)
      },
      async match(path: string) {
        for (const files of all.values()) {
          const found = await cacheOf(files).match(path)
          if (found) return found
        }
      },
      has: async (name: string) => all.has(name),
      delete: async (name: string) => all.delete(name),
      keys: async () => [...all.keys()],
    },
  }
}

function pathOf(asked: string | { url: string }): string {
  return new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname
}
