import { ACCOUNT_SCENES } from './accounts.ts'
import { ADMINISTRATION_SCENES } from './administration.ts'
import { COLLECTION_SCENES } from './collection.ts'
import { COLLECTION_ACTION_SCENES } from './collection-actions.ts'
import { COLLECTION_FORM_SCENES } from './collection-forms.ts'
import { CONTRIBUTION_DETAIL_SCENES } from './contribution-details.ts'
import { CONTRIBUTION_FORM_SCENES } from './contribution-form.ts'
import { DASHBOARD_SCENES } from './dashboard.ts'
import { DIAGNOSIS_SCENES } from './diagnosis.ts'
import { MANUAL_CONTRIBUTION_SCENES } from './manual-contribution.ts'
import { PAGE_SCENES } from './open-pages.ts'
import { OWN_PAYMENT_SCENES } from './own-payments.ts'
import { OWN_REPORT_SCENES } from './own-report.ts'
import { PAYMENT_SCENES } from './payments.ts'
import { POSTER_SCENES } from './poster.ts'
import { PROFILE_SCENES } from './profile.ts'
import type { Scene } from './scene.ts'
import { SYNC_SCENES } from './sync-states.ts'
import { THANKS_SCENES } from './thanks.ts'
import { TRANSFER_SCENES } from './transfer.ts'

/** Every screen in every state that somebody can meet. A new route has its scene here. */
export const SCENES: Scene[] = [
  ...PAGE_SCENES,
  ...ACCOUNT_SCENES,
  ...CONTRIBUTION_FORM_SCENES,
  ...TRANSFER_SCENES,
  ...THANKS_SCENES,
  ...OWN_REPORT_SCENES,
  ...PAYMENT_SCENES,
  ...DASHBOARD_SCENES,
  ...OWN_PAYMENT_SCENES,
  ...COLLECTION_SCENES,
  ...COLLECTION_ACTION_SCENES,
  ...CONTRIBUTION_DETAIL_SCENES,
  ...POSTER_SCENES,
  ...COLLECTION_FORM_SCENES,
  ...MANUAL_CONTRIBUTION_SCENES,
  ...PROFILE_SCENES,
  ...DIAGNOSIS_SCENES,
  ...SYNC_SCENES,
  ...ADMINISTRATION_SCENES,
]
