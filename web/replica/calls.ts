/*
 * The calls from tabs to the owner of the replica, and the one kind of message that carries them: from tab to
 * tab, and from a page to its worker. `Calls` is the list; a call that is not in it does not compile.
 */
import type { CsvList, CsvPart, CsvWindow } from '../../shared/contributions-csv.ts'
import { AppError, asAppError, errorOf, type Refusal, refusalOf } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { ReplicaDiagnosis, SqlResult } from '../api/diagnosis.ts'
import type { ReplicaEvent, ReplicaState } from './replica-state.ts'

/** The calls that run on the replica, or on the outbox alone. */
export interface OwnerCalls {
  /** Runs a query; older tabs call it by this name. Throws AppError 'internal' until the replica is filled. */
  answer(name: string, args: unknown): Promise<unknown>
  mutate(name: string, args: unknown, id: string, version?: number): Promise<void>
  retry(id: string, args?: unknown, version?: number, changeId?: string): Promise<void>
  discard(id: string): Promise<void>
  /** Resolves once the server has responded to all waiting changes. */
  send(): Promise<void>
  flush(): Promise<void>
  /** The network came or went: ends the pause before the next attempt, and a stream that may be dead. */
  tryNetwork(): Promise<void>
  /** Ends the pause before the next attempt. */
  wake(): Promise<void>
  diagnose(): Promise<ReplicaDiagnosis>
  csvWindows(list: CsvList): Promise<CsvWindow[]>
  csvRows(part: CsvPart): Promise<Blob>
  /** Not repeated after the worker died, because the query may be the cause. */
  querySql(text: string): Promise<SqlResult>
}

export interface Calls extends OwnerCalls {
  state(): Promise<ReplicaState>
  /** Deletes the replica and fills it again (S10). */
  rebuild(): Promise<ReplicaState>
  /** Deletes everything of this person (S10). */
  forget(): Promise<void>
}

export type CallName = keyof Calls
export type Args<Name extends CallName> = Parameters<Calls[Name]>
export type Result<Name extends CallName> = Awaited<ReturnType<Calls[Name]>>

/** `id` stays the same when the call is repeated. */
export type Call<Name extends CallName = CallName> = {
  [Each in Name]: { type: 'call'; id: string; method: Each; args: Args<Each> }
}[Name]

export type CallResponse =
  | { type: 'answer'; id: string; value: unknown }
  | { type: 'refusal'; id: string; error: Refusal }

export interface EventMessage {
  type: 'event'
  event: ReplicaEvent
}

/** Handles the calls of tabs: the worker of a page, or a stand-in without one. */
export interface Host {
  handle(call: Call): Promise<unknown>
  close(): void
}

export function newCall<Name extends CallName>(method: Name, args: Args<Name>): Call {
  const call: Call<Name> = { type: 'call', id: newId(), method, args }
  return call as Call
}

/** Runs a call. Throws AppError 'internal' for one of another release: the server handles it then. */
export async function perform<Name extends keyof OwnerCalls>(
  calls: { [Each in keyof OwnerCalls]: (...args: Args<Each>) => ReturnType<Calls[Each]> },
  { method, args }: Call<Name>,
): Promise<unknown> {
  if (!Object.hasOwn(calls, method)) {
    throw new AppError('internal', 'La copia no conoce esa llamada.')
  }
  return calls[method](...args)
}

/** Returns the response to a call; an error that is no AppError becomes 'internal'. */
export async function responseTo(
  call: Call,
  handle: (call: Call) => Promise<unknown>,
): Promise<CallResponse> {
  const { id } = call
  try {
    return { type: 'answer', id, value: await handle(call) }
  } catch (error) {
    return { type: 'refusal', id, error: refusalOf(asAppError(error)) }
  }
}

/** Calls that wait for their responses. */
export interface WaitingCalls {
  add(call: Call): Promise<unknown>
  settle(response: CallResponse): void
  reject(call: Call, error: AppError): void
  /** Drops a call whose result nobody needs any more. */
  forget(call: Call): void
  all(): Call[]
}

export function createWaitingCalls(): WaitingCalls {
  const waiting = new Map<string, Waiting>()

  function take(id: string): Waiting | undefined {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  return {
    add: (call) =>
      new Promise((resolve, reject) => {
        waiting.set(call.id, { call, resolve, reject })
      }),
    settle(response) {
      const caller = take(response.id)
      if (response.type === 'answer') caller?.resolve(response.value)
      else caller?.reject(errorOf(response.error))
    },
    reject: ({ id }, error) => take(id)?.reject(error),
    forget: ({ id }) => void take(id),
    all: () => [...waiting.values()].map(({ call }) => call),
  }
}

interface Waiting {
  call: Call
  resolve(value: unknown): void
  reject(error: AppError): void
}
