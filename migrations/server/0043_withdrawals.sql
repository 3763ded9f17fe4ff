-- Of a contribution that its guest withdrew after its organiser could have been told of it.
alter table arrivals add column is_withdrawal boolean not null default false;
