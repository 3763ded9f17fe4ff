-- When the organiser gets an e-mail about new contributions: now, daily, or never.
alter table collections add column notify text not null default 'never';
