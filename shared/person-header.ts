/**
 * Names the person a request is of: a copy's (S10), or who made a report that waited on the device. The
 * server refuses it where another one, or nobody, is signed in.
 */
export const PERSON_HEADER = 'Sync-Person'
