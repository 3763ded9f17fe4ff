import { ACCOUNT_SCENES } from './accounts.ts'
import {
  COLLECTION_ACTION_SCENES,
  COLLECTION_SCENES,
  POSTER_SCENES,
  REVIEW_SCENES,
} from './collection.ts'
import { CONCILIATION_SCENES } from './conciliation.ts'
import { CONTRIBUTION_FORM_SCENES, THANKS_SCENES, TRANSFER_SCENES } from './contributing.ts'
import { CONTRIBUTION_DETAIL_SCENES } from './contribution-detail.ts'
import {
  ADMINISTRATION_SCENES,
  COLLECTION_FORM_SCENES,
  DASHBOARD_SCENES,
  MANUAL_CONTRIBUTION_SCENES,
  OWN_PAYMENT_SCENES,
  SHORTCUT_SCENES,
} from './organiser.ts'
import { OWN_REPORT_SCENES } from './own-report.ts'
import { PAGE_SCENES, PAYMENT_SCENES } from './pages.ts'
import { PEOPLE_SCENES } from './people.ts'
import { DIAGNOSIS_SCENES, PROFILE_SCENES, SYNC_SCENES } from './profile.ts'
import type { Scene } from './scene.ts'

/** Every screen in every state. A new route needs a scene here. */
export const SCENES: Scene[] = [
  ...PAGE_SCENES,
  ...ACCOUNT_SCENES,
  ...CONTRIBUTION_FORM_SCENES,
  ...TRANSFER_SCENES,
  ...THANKS_SCENES,
  ...OWN_REPORT_SCENES,
  ...PAYMENT_SCENES,
  ...DASHBOARD_SCENES,
  ...SHORTCUT_SCENES,
  ...OWN_PAYMENT_SCENES,
  ...COLLECTION_SCENES,
  ...COLLECTION_ACTION_SCENES,
  ...CONTRIBUTION_DETAIL_SCENES,
  ...REVIEW_SCENES,
  ...CONCILIATION_SCENES,
  ...PEOPLE_SCENES,
  ...POSTER_SCENES,
  ...COLLECTION_FORM_SCENES,
  ...MANUAL_CONTRIBUTION_SCENES,
  ...PROFILE_SCENES,
  ...DIAGNOSIS_SCENES,
  ...SYNC_SCENES,
  ...ADMINISTRATION_SCENES,
]
