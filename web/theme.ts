import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { chartVariables } from './chart-colors.ts'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 7,
  defaultRadius: 'md',
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
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
    ...Object.fromEntries(['TextInput', 'Textarea'].map((name) => [name, { defaultProps: { dir: 'auto' } }])),
    // The placeholder is an element that a menu must not hold.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})

const tinted = ['grape', 'teal', 'blue', 'indigo', 'red', 'green', 'yellow', 'gray']

/** The library's secondary texts are too pale to read: these keep a contrast of at least 4.5 on every surface. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...chartVariables('light'),
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    ...Object.fromEntries(
      tinted.map((color) => [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-9)`]),
    ),
    '--mantine-color-yellow-light-color': '#7a4100',
    '--mantine-color-indigo-light-color': '#2b3f9e',
    '--mantine-color-green-light-color': '#1a5c28',
    '--mantine-color-teal-light-color': '#06573e',
  },
  dark: {
    ...chartVariables('dark'),
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    ...Object.fromEntries(
      tinted.map((color) => [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-2)`]),
    ),
  },
})
