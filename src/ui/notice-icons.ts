/** Apart from the other icons, because notices are shown before those are loaded. */
export const noticeIcons = {
  check: 'M4 12.5l5 5L20 6.5',
  warning: 'M12 3.5l9.5 17h-19zM12 10v4.5M12 17.2v.3',
  info: 'M12 3.5a8.5 8.5 0 1 0 .1 0M12 11v5M12 7.7v.3',
} as const
