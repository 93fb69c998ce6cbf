DROP TRIGGER audit_grows_at_its_end;
DROP TRIGGER audit_is_not_deleted;
DROP TRIGGER audit_is_not_changed;
