/**
 * The store's colors for emails, light and dark: those of the same names in web/app.css. Mail programs do not
 * support custom properties. render-mail.test.ts compares the two.
 */
export const mailColors = {
  paper: ['#f4f0e8', '#15171a'],
  surface: ['#faf8f3', '#1b1e21'],
  raised: ['#ffffff', '#23272b'],
  ink: ['#1c1f22', '#f2eee6'],
  'ink-soft': ['#55595d', '#b5b1a8'],
  line: ['#dcd6c9', '#363b40'],
  signal: ['#bd3d08', '#ff8038'],
  action: ['#ff8038', '#ff8038'],
  'action-edge': ['#8a3a0c', '#ff8038'],
  'action-ink': ['#1a1007', '#1a1007'],
} as const
