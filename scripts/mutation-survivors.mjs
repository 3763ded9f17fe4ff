/* Compares the surviving mutants of `npm run test:mutation` with the explanations in tests/mutation-survivors.md. */
import { readFileSync } from 'node:fs'

const MAX_CODE_LENGTH = 100 // characters of the code before, and of the code after
const EXPLANATION = /^- `` (?<code>.+) ``: (?<reason>.+)$/

/**
 * Returns the line of code with the change in it, as `git diff --word-diff` writes it. It has no line
 * number, so that it outlives moved lines.
 *
 * @example describeMutant(source, mutant) // 'if ([-isOpen-]{+true+}) return'
 */
export function describeMutant(source, { location: { start, end }, replacement }) {
  const lines = source.split('\n')
  const first = lines[start.line - 1]
  const last = lines[end.line - 1]
  const original = lines.slice(start.line - 1, end.line)
  original.push(original.pop().slice(0, end.column - 1)) // the end first: both may be one line
  original[0] = original[0].slice(start.column - 1)
  const change = `[-${short(original.join('\n'))}-]{+${short(replacement)}+}`
  return `${first.slice(0, start.column - 1)}${change}${last.slice(end.column - 1)}`.trim()
}

function short(code) {
  const line = code.replace(/\s+/g, ' ')
  return line.length > MAX_CODE_LENGTH ? `${line.slice(0, MAX_CODE_LENGTH - 1)}…` : line
}

/** Reads tests/mutation-survivors.md. Throws when a list item is not an explanation. */
export function readExplanations(path) {
  const explanations = []
  let file
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('## ')) file = line.slice('## '.length)
    if (!line.startsWith('- ')) continue
    const { code, reason } = EXPLANATION.exec(line)?.groups ?? {}
    if (!file || !code) throw new Error(`${path}: no es una explicación: ${line}`)
    explanations.push({ file, code, reason })
  }
  return explanations
}

/**
 * Compares survivors with explanations. One explanation explains one survivor.
 *
 * @returns `unexplained` survivors, the number of `explained` ones, and the `stale` explanations: those
 *   that match no survivor, of the files that were mutated
 */
export function explainSurvivors(survivors, explanations, mutatedFiles) {
  const unused = [...explanations]
  const unexplained = survivors.filter(({ file, code }) => {
    const index = unused.findIndex((one) => one.file === file && one.code === code)
    if (index >= 0) unused.splice(index, 1)
    return index < 0
  })
  return {
    unexplained,
    explained: survivors.length - unexplained.length,
    stale: unused.filter(({ file }) => mutatedFiles.has(file)),
  }
}
