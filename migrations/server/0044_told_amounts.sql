-- Of a contribution that its organiser was told of: the amount they know. null: they were not told of it yet. Whether it
-- was corrected or withdrawn since then, the contribution itself says.
alter table arrivals add column told_amount numeric(14, 2);
update arrivals a set told_amount = c.amount
from contributions c
where c.id = a.contribution_id and a.is_withdrawal;
alter table arrivals drop column is_withdrawal;

alter table push_arrivals add column told_amount numeric(14, 2);
