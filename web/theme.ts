import { Button, type CSSVariablesResolver, createTheme, rem } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  defaultRadius: 6,
  autoContrast: true,
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  fontSizes: { xs: rem(12), sm: rem(13.5), md: rem(13.5), lg: rem(15), xl: rem(18) },
  fontWeights: { regular: '450', medium: '550', bold: '650' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(18) },
      h2: { fontSize: rem(18) },
      h3: { fontSize: rem(15) },
      h4: { fontSize: rem(15) },
      h5: { fontSize: rem(13.5) },
      h6: { fontSize: rem(12.5) },
    },
  },
  respectReducedMotion: true,
  components: {
    // The library leaves these buttons without a name.
    ...Object.fromEntries(
      ['Modal', 'Drawer', 'Notification'].map((name) => [
        name,
        { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
      ]),
    ),
    // The library's elements would be banners of the page.
    ...Object.fromEntries(
      ['ModalHeader', 'DrawerHeader'].map((name) => [name, { defaultProps: { role: 'presentation' } }]),
    ),
    // Text may be written from right to left.
    ...Object.fromEntries(
      ['TextInput', 'Textarea'].map((name) => [name, { defaultProps: { attributes: { input: { dir: 'auto' } } } }]),
    ),
    // The placeholder is an element that a menu must not hold.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Button: Button.extend({
      vars: (_theme, { size }) => ({
        root: {
          '--button-fz': rem(12.5),
          ...(!size?.startsWith('compact') && { '--button-height': rem(28), '--button-padding-x': rem(10) }),
        },
      }),
    }),
    // Words keep their case, which is part of names.
    Badge: { styles: { root: { textTransform: 'none' }, label: { fontWeight: 600 } } },
  },
})

/** The tokens that color tinted parts of the library, such as badges and alerts. */
const tints = {
  grape: ['organization', 'organization-surface'],
  teal: ['group', 'green-surface'],
  green: ['green', 'green-surface'],
  blue: ['blue', 'blue-surface'],
  indigo: ['link', 'selected'],
  red: ['red', 'red-surface'],
  yellow: ['amber', 'amber-surface'],
  gray: ['gray', 'gray-surface'],
}

/** The library's variables as tokens of `tokens.css`, which has both color schemes. */
const tokens = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-indigo-filled': 'var(--primary)',
  '--mantine-color-indigo-filled-hover': 'var(--primary-hover)',
  '--mantine-color-indigo-outline': 'var(--link)',
  ...Object.fromEntries(
    Object.entries(tints).flatMap(([color, [text, surface]]) => [
      [`--mantine-color-${color}-light-color`, `var(--${text})`],
      [`--mantine-color-${color}-light`, `var(--${surface})`],
      [`--mantine-color-${color}-light-hover`, `color-mix(in srgb, var(--${surface}), var(--${text}) 8%)`],
    ]),
  ),
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokens,
  dark: {
    ...tokens,
    '--mantine-color-dark-7': 'var(--page)',
    '--mantine-color-dark-6': 'var(--raised)',
    '--mantine-color-dark-5': 'var(--hover)',
    '--mantine-color-dark-4': 'var(--border)',
    '--mantine-color-dark-2': 'var(--muted)',
    '--mantine-color-dark-0': 'var(--text)',
  },
})
