/** Answers to what loads again after a change by a super admin, for a stubbed server. */
export const adminLists = {
  'GET /api/admin/dashboard': {},
  'GET /api/admin/users': [],
  'GET /api/admin/organizations': [],
}
