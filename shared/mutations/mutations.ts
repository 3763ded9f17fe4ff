import type { NamedMutation } from '../named-mutation.ts'
import { addManualContribution } from './add-manual-contribution.ts'
import { addPeople } from './add-people.ts'
import { createCollection } from './create-collection.ts'
import { createFromLine } from './create-from-line.ts'
import { deleteCollection } from './delete-collection.ts'
import { deleteContribution } from './delete-contribution.ts'
import { editContribution } from './edit-contribution.ts'
import { editPerson } from './edit-person.ts'
import { hideContributions } from './hide-contributions.ts'
import { keepStatementKey } from './keep-statement-key.ts'
import { linkPeople } from './link-people.ts'
import { matchLines } from './match-lines.ts'
import { removePeople } from './remove-people.ts'
import { restoreCollection } from './restore-collection.ts'
import { restoreContribution } from './restore-contribution.ts'
import { setCollectionNotify } from './set-collection-notify.ts'
import { setCollectionStatus } from './set-collection-status.ts'
import { setContributionState } from './set-contribution-state.ts'
import { setContributionsState } from './set-contributions-state.ts'
import { showContributions } from './show-contributions.ts'
import { undoMatches } from './undo-matches.ts'
import { updateCollection } from './update-collection.ts'
import { updateProfile } from './update-profile.ts'

const known: NamedMutation[] = [
  addManualContribution,
  addPeople,
  createCollection,
  createFromLine,
  deleteCollection,
  deleteContribution,
  editContribution,
  editPerson,
  hideContributions,
  keepStatementKey,
  linkPeople,
  matchLines,
  removePeople,
  restoreCollection,
  restoreContribution,
  setCollectionNotify,
  setCollectionStatus,
  setContributionState,
  setContributionsState,
  showContributions,
  undoMatches,
  updateCollection,
  updateProfile,
]

/** All mutations by name (S7). */
export const mutations = new Map(known.map((mutation) => [mutation.name, mutation]))
