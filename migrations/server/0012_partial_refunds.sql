-- A payment may be given back in part: what is left of it is what the contribution amounts to.

-- What was asked for, whatever the contribution amounts to now.
alter table checkouts add column amount numeric(14,2);
update checkouts k set amount = c.amount from contributions c where c.id = k.contribution_id;
alter table checkouts alter column amount set not null;

-- What there is of an approved payment, and nothing of any other.
alter table provider_payments add column kept numeric(14,2) not null default 0;
update provider_payments p set kept = k.amount
from checkouts k
where k.contribution_id = p.contribution_id and p.state = 'approved';
