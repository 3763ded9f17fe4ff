/**
 * Header with the person that a request is sent for: the owner of a replica (S10), or the author of a report
 * that waited on the device. The server rejects the request if somebody else, or nobody, is signed in.
 */
export const PERSON_HEADER = 'Sync-Person'
