import { cpus } from 'node:os'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

const MB = 1024 * 1024
/** Resolution of both histograms, prom-client's and ours: the value of an event loop that is never late. */
const TICK = 10 // ms

/** Processor time and memory of the machine and its processes since the previous reading, or since the start. */
export interface Reading {
  /** Resident memory of all server processes together, now, in MB. */
  serverMb: number
  /** Delay of the event loop of the slowest server, in ms. */
  serverLoopP50: number
  serverLoopP99: number
  /** Processors that the servers kept busy. */
  serverCores: number
  /** Processors that this process, which makes the load, kept busy. */
  loadCores: number
  /** Delay of this process's event loop, in ms. Every measured time may be wrong by that. */
  loadLoopP99: number
  /** The share of all processors that was busy with anything, from 0 to 1. */
  machineBusy: number
}

export interface Watch {
  read(): Promise<Reading>
  close(): void
}

/** Watches the processes whose metrics are at these addresses. One that does not respond counts as 0. */
export async function watchServers(addresses: readonly string[]): Promise<Watch> {
  const loop = monitorEventLoopDelay({ resolution: TICK })
  loop.enable()
  let before = await look(addresses, loop)
  return {
    async read() {
      const now = await look(addresses, loop)
      const seconds = (now.at - before.at) / 1000
      const reading = {
        serverMb: now.memory / MB,
        serverLoopP50: lateness(now.loopP50 * 1000),
        serverLoopP99: lateness(now.loopP99 * 1000),
        // The counter of a restarted process begins at 0.
        serverCores: Math.max(0, now.serverCpu - before.serverCpu) / seconds,
        loadCores: (now.ownCpu - before.ownCpu) / seconds,
        loadLoopP99: lateness(now.ownLoopP99),
        machineBusy: (now.busy - before.busy) / Math.max(1, now.ticks - before.ticks),
      }
      before = now
      return reading
    },
    close: () => loop.disable(),
  }
}

/** Each reading resets both histograms of event loop delays, the servers' and ours. */
async function look(addresses: readonly string[], loop: IntervalHistogram) {
  const texts = await Promise.all(addresses.map(textOf))
  const values = (name: string) => texts.map((text) => valueIn(text, name))
  const sum = (name: string) => values(name).reduce((all, one) => all + one, 0)
  const { user, system } = process.cpuUsage()
  const machine = cpus().map(({ times }) => times)
  const ownLoopP99 = loop.percentile(99) / 1e6 // ns
  loop.reset()
  const all = machine.map(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq)
  const idle = machine.map(({ idle }) => idle)
  const ticks = all.reduce((a, b) => a + b, 0)
  return {
    at: performance.now(),
    memory: sum('process_resident_memory_bytes'),
    serverCpu: sum('process_cpu_seconds_total'),
    loopP50: Math.max(...values('nodejs_eventloop_lag_p50_seconds')),
    loopP99: Math.max(...values('nodejs_eventloop_lag_p99_seconds')),
    ownCpu: (user + system) / 1e6, // µs
    ownLoopP99,
    ticks,
    busy: ticks - idle.reduce((a, b) => a + b, 0),
  }
}

function lateness(ms: number): number {
  return Math.max(0, ms - TICK)
}

function textOf(address: string): Promise<string> {
  return fetch(address)
    .then((response) => response.text())
    .catch(() => '')
}

function valueIn(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  return Number(value ?? 0)
}
