/** The owner of a replica (S10), or the author of a stored report. The server rejects it when another is signed in. */
export const PERSON_HEADER = 'Sync-Person'
