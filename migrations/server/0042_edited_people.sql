-- The organiser may correct who is on the list.
grant update (name, email, phone) on people to member;
