/*
 * Matches people of a list with contributions. A person has contributed when the organiser decided so, when a
 * contribution's name can only be theirs, or when it has their e-mail. The organiser decides the rest, with a
 * suggestion where a name is alike.
 */
import { groupBy } from '../group-by.ts'
import { fold } from '../text.ts'
import { type AlikeNames, HINT, indexPeople } from './alike-names.ts'
import { childIn, namesIn } from './names-in.ts'

export interface ExpectedPerson {
  name: string
  email: string | null
  /** Set by the organiser. */
  contributionId: string | null
  /** Set by the organiser: none of the contributions until then is theirs. ISO 8601. */
  missingSince: string | null
}

/** A contribution that counts: neither rejected nor withdrawn. */
export interface GivenContribution {
  id: string
  contributorName: string
  contributorEmail: string | null
  paymentDate: string
}

export interface Match {
  /** Numbers of contributions, ascending. */
  given: number[]
  isByHand: boolean
  /** The number of a contribution that may be theirs, while they have none. */
  suggestion: number | null
}

/** From this similarity on a name is proof, when no other one is as alike. */
const PROOF = 0.8
/** Names whose similarities differ less are equally alike. */
const TIE = 0.1

/** Contributions of one name and e-mail. */
interface Giver {
  name: string
  email: string | null
  numbers: number[]
  /** The date of the last contribution. */
  date: string
}

/** One of the people that a giver's name names. */
interface Claim {
  giver: Giver
  /** The people who may be meant, the most alike first. */
  candidates: Candidate[]
}

interface Candidate {
  person: number
  similarity: number
  /** True for the same words, or for the e-mail of this person alone. */
  isSure: boolean
}

/**
 * Returns a match for each person. `contributions` are ordered by date. Yields after each contribution and name, because
 * long lists take seconds.
 */
export function* matchPeople(
  people: readonly ExpectedPerson[],
  contributions: readonly GivenContribution[],
): Generator<undefined, Match[]> {
  const numbers = new Map<string | null, number>(
    contributions.map(({ id }, number) => [id, number]),
  )
  const byHand = people.map(({ contributionId }) => numbers.get(contributionId))
  const givers = yield* giversOf(contributions, new Set(byHand))
  const claims = yield* claimsOf(people, givers)
  const proofs = people.map((): Proof[] => [])
  for (const claim of claims) {
    const proven = provenBy(claim)
    if (proven && byHand[proven.person] === undefined) {
      proofs[proven.person]?.push({ ...proven, claim })
    }
  }
  const accepted = proofs.map(acceptedOf)
  const taken = new Set(accepted.flat())
  const suggested = suggestionsOf(claims.filter((claim) => !taken.has(claim)))

  return people.map(({ missingSince }, person) => {
    const chosen = byHand[person]
    if (chosen !== undefined) return { given: [chosen], isByHand: true, suggestion: null }
    const isLater = (number: number) =>
      missingSince === null || (contributions[number]?.paymentDate ?? '') > missingSince
    const own = (accepted[person] ?? []).flatMap(({ giver }) => giver.numbers)
    const given = [...new Set(own)].filter(isLater).toSorted((a, b) => a - b)
    const suggestion = suggested.get(person)?.giver.numbers.findLast(isLater) ?? null
    return { given, isByHand: false, suggestion: given.length > 0 ? null : suggestion }
  })
}

function* giversOf(
  contributions: readonly GivenContribution[],
  left: ReadonlySet<number | undefined>,
): Generator<undefined, Giver[]> {
  const givers = new Map<string, Giver>()
  for (const [number, contribution] of contributions.entries()) {
    yield
    if (left.has(number)) continue
    const { contributorName: name, contributorEmail: email, paymentDate: date } = contribution
    const key = `${fold(name)}\n${email ?? ''}`
    const giver = givers.get(key)
    if (giver) {
      giver.numbers.push(number)
      giver.date = date
    } else {
      givers.set(key, { name, email, numbers: [number], date })
    }
  }
  return [...givers.values()]
}

function* claimsOf(
  people: readonly ExpectedPerson[],
  givers: readonly Giver[],
): Generator<undefined, Claim[]> {
  const names = indexPeople(people.map(({ name }) => name))
  const holders = holdersOf(people)
  const all: Claim[] = []
  for (const giver of givers) {
    yield
    const mayBe = (person: number) => (people[person]?.missingSince ?? '') < giver.date
    const holder = holders.get(giver.email ?? '')
    const claims = namesIn(giver.name).map((name) => ({
      giver,
      candidates: candidatesOf(name, names).filter(({ person }) => mayBe(person)),
    }))
    // The e-mail decides where no name does.
    const [first] = claims
    if (first && holder !== undefined && mayBe(holder) && !claims.some(provenBy)) {
      first.candidates = [{ person: holder, similarity: 1, isSure: true }]
    }
    all.push(...claims)
  }
  return all
}

function candidatesOf(name: string, names: AlikeNames): Candidate[] {
  const found = names.like(name)
  if (found) return found.map((alike) => ({ ...alike, isSure: alike.similarity === 1 }))
  // "Mamá de Juana" may be the mother of another one, and Juana may have given herself.
  return (names.like(childIn(name) ?? '') ?? []).map(({ person }) => ({
    person,
    similarity: HINT,
    isSure: false,
  }))
}

/** Returns whose an e-mail is, without those that several people share. */
function holdersOf(people: readonly ExpectedPerson[]): ReadonlyMap<string, number> {
  const byEmail = groupBy(people.keys(), (person) => people[person]?.email ?? '')
  byEmail.delete('')
  return new Map(
    [...byEmail].flatMap(([email, [holder, ...others]]) =>
      holder === undefined || others.length > 0 ? [] : [[email, holder]],
    ),
  )
}

/** Returns the one person who can be meant. */
function provenBy({ candidates }: Claim): Candidate | undefined {
  const [best, next] = candidates
  if (!best || best.similarity < PROOF) return undefined
  return next && next.similarity > best.similarity - TIE ? undefined : best
}

type Proof = Candidate & { claim: Claim }

/** Returns the accepted claims: sure ones, or else a single one. Of several names that are only alike, none is. */
function acceptedOf(proofs: readonly Proof[]): Claim[] {
  const sure = proofs.filter(({ isSure }) => isSure)
  const accepted = sure.length > 0 ? sure : proofs.length === 1 ? proofs : []
  return accepted.map(({ claim }) => claim)
}

/** Returns for each person the claim that is most alike, of those the newest. */
function suggestionsOf(claims: readonly Claim[]): ReadonlyMap<number, Claim> {
  const best = new Map<number, { claim: Claim; similarity: number }>()
  for (const claim of claims) {
    for (const { person, similarity } of claim.candidates) {
      const before = best.get(person)
      const isBetter =
        !before ||
        similarity > before.similarity ||
        (similarity === before.similarity && claim.giver.date >= before.claim.giver.date)
      if (isBetter) best.set(person, { claim, similarity })
    }
  }
  return new Map([...best].map(([person, { claim }]) => [person, claim]))
}
