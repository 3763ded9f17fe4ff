import { post } from '../api-call.ts'

/** Turns off the e-mails that carry this key. Mail programs POST to the same address (RFC 8058). */
export const stopEmails = post('/emails/:id/stop/:key')
