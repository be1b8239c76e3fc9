/** A flag as the list of flags has it. */
export function shownFlag(overrides: Record<string, unknown> = {}) {
  return {
    id: 1,
    flag_type: 'green',
    value: 'partner.example',
    reason: null,
    created_at: '2026-03-01T09:30:00Z',
    ...overrides,
  }
}
