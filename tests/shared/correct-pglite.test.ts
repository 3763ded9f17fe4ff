import { expect, it } from 'vitest'
import { keepFewParsers, keepStack } from '../../shared/correct-pglite.ts'

const NONE = new Uint8Array()

/** An engine that leaks 700 bytes of its stack with every message. */
function leakingEngine(answer: () => Uint8Array) {
  const stack = { value: 1_000 }
  return {
    Module: { ___stack_pointer: stack },
    stack,
    execProtocolRawSync(_message: Uint8Array): Uint8Array {
      stack.value -= 700
      return answer()
    },
  }
}

it('resets the stack pointer after a message', () => {
  const engine = leakingEngine(() => Uint8Array.of(1))
  expect(keepStack(engine)).toBe(engine)
  expect(engine.execProtocolRawSync(NONE)).toEqual(Uint8Array.of(1))
  expect(engine.stack.value).toBe(1_000)
})

it('resets the stack pointer after an error', () => {
  const engine = keepStack(
    leakingEngine(() => {
      throw new Error('unique violation')
    }),
  )
  expect(() => engine.execProtocolRawSync(NONE)).toThrow('unique violation')
  expect(engine.stack.value).toBe(1_000)
})

it('keeps the parsers of types that queries return, and no others', () => {
  const parse = (text: string) => text
  const [INT4, TEXT_ARRAY, ARRAY_OF_A_TABLE] = [23, 1009, 16_390]
  const engine = { parsers: { [INT4]: parse, [TEXT_ARRAY]: parse, [ARRAY_OF_A_TABLE]: parse } }
  expect(keepFewParsers(engine)).toBe(engine)
  expect(engine.parsers).toEqual({ [INT4]: parse, [TEXT_ARRAY]: parse })
})
