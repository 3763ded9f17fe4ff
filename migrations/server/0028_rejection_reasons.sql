-- Why the organiser rejected a contribution, for its contributor; '' while it is not rejected or without a reason.
alter table contributions add column rejection_reason text not null default '';
grant update (rejection_reason) on contributions to member;
