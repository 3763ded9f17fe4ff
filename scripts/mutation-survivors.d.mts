type Position = { line: number; column: number }
type Mutant = { location: { start: Position; end: Position }; replacement: string }
export type Survivor = { file: string; code: string }
export type Explanation = Survivor & { reason: string }

export function describeMutant(source: string, mutant: Mutant): string
export function readExplanations(path: string): Explanation[]
export function explainSurvivors<S extends Survivor>(
  survivors: readonly S[],
  explanations: readonly Explanation[],
  mutatedFiles: ReadonlySet<string>,
): { unexplained: S[]; explained: number; stale: Explanation[] }
