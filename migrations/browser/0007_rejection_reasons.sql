alter table contributions add column rejection_reason text not null default '';
