-- As on the server (migrations/server/0045). A new copy has no people yet.
alter table people add column name_folded text collate "C" not null;
