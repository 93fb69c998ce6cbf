DROP TRIGGER audit_is_not_changed ON audit;
DROP FUNCTION audit_refuses();
