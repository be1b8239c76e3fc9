/** Apart from the other icons, because notices are shown before those are loaded. */
export const noticeIcons = {
  check: 'M4 12.5l5 5L20 6.5',
  warning: 'M12 3.5l9.5 17h-19zM12 10v4.5M12 17.2v.3',
  info: 'M12 3.5a8.5 8.5 0 1 0 .1 0M12 11v5M12 7.7v.3',
} as const

/** The icon of each threat level. */
export const levelIcons = {
  safe: 'M12 3 5 5.6v5.6c0 4.4 2.9 7.9 7 9.8 4.1-1.9 7-5.4 7-9.8V5.6zM8.8 12l2.2 2.3 4.4-4.6',
  suspicious: noticeIcons.warning,
  malicious: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM9 9l6 6M15 9l-6 6',
} as const
