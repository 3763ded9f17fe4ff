-- Named as on the server (migrations/server/0026). A copy has the rows of one person.
create view organised_contributions as select c.* from contributions c;
