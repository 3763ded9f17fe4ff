import { Gauge, type Registry } from 'prom-client'
import type { DiskGuard } from '../domain/disk-guard.ts'

/** Read at each scrape; absent when the system does not report them. */
export function watchDisk(registry: Registry, disk: DiskGuard): void {
  const watch = (name: string, help: string, read: () => Promise<number | undefined>) => {
    const gauge: Gauge = new Gauge({
      name: `entretodos_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await read()
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }
  watch(
    'disk_free_bytes',
    'What this process may still write.',
    async () => (await disk.space())?.free,
  )
  watch(
    'disk_reserve_bytes',
    'Below this no upload begins.',
    async () => (await disk.space())?.reserve,
  )
  watch('writes_work', 'Whether database and data folder take writes.', async () =>
    Number(await disk.takesWrites()),
  )
}
