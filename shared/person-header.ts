/**
 * HTTP header that names the owner of a replica (S10), or the author of a stored report. The server rejects the request
 * when another person is signed in.
 */
export const PERSON_HEADER = 'Sync-Person'
