-- Why an administrator suspended the collection; null while it is not.
alter table collections add column suspension_reason text;
