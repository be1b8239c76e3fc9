/** Above this number only visible rows of a table are in the document. */
export const longestWholeTable = 100
