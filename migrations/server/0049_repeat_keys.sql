-- The hash of a random key that the device sends with a report. Only who sends the key again is the same guest: the
-- organiser knows all other columns, and must not get the guest's key by repeating them.
alter table contributions add column repeat_hash text;
