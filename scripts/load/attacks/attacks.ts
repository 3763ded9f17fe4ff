import type { Attack } from './attack.ts'
import { changes } from './changes.ts'
import { halfRequests } from './half-requests.ts'
import { receipts } from './receipts.ts'
import { searches } from './searches.ts'
import { streams } from './streams.ts'

/** Every attack, in the order in which `npm run load -- --attack` plays them. */
export const ATTACKS: readonly Attack[] = [streams, changes, searches, receipts, halfRequests]
