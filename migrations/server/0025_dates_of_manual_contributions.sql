-- A manual contribution that was written down offline keeps the day on which that was.
grant insert (payment_date) on contributions to member;
