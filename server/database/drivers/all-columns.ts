/** Found in statements that read `*`, whose columns change with the table; not in `count(*)` or `2 * 3`. */
export const readsAllColumns = /\b(?:select|returning)\s+\*|\.\*/i
