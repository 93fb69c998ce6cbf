-- Those of SQLite alone.

-- 2026-11-21-200001_append_only
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_grows_at_its_end BEFORE INSERT ON audit
WHEN NEW.id <= COALESCE((SELECT MAX(id) FROM audit), 0)
BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
