import { type AnyRoute, type AsyncRouteComponent, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fetchCode } from '../api/client.ts'

/** Makes routes whose code loads when they are opened. */

type Load<Name extends string> = () => Promise<Record<Name, () => ReactNode>>

/** A component whose code loads when it is shown. */
export const lazy = <Name extends string>(load: Load<NoInfer<Name>>, name: Name) =>
  lazyRouteComponent(() => fetchCode(load()), name) as AsyncRouteComponent<object>

/** The addresses of a layout's pages. */
type Inside<Layout extends string> = Layout | `${Layout extends '/' ? '' : Layout}/${string}`

/** The part of an address below its layout. */
type Below<Layout extends string, Address extends string> = Address extends Layout
  ? '/'
  : Address extends `${Layout extends '/' ? '' : Layout}/${infer Rest}`
    ? Rest
    : never

export const below = <Layout extends string, Address extends Inside<Layout>>(layout: Layout, address: Address) =>
  (address.slice(layout.length).replace(/^\//, '') || '/') as Below<Layout, Address>

/** Makes the routes of pages in a layout, each from its whole address. */
export const pagesIn =
  <Layout extends AnyRoute, LayoutAddress extends string>(layout: Layout, layoutAddress: LayoutAddress) =>
  <Address extends Inside<LayoutAddress>, Name extends string>(
    address: Address,
    load: Load<NoInfer<Name>>,
    name: Name,
  ) =>
    createRoute({
      getParentRoute: () => layout,
      path: below(layoutAddress, address),
      component: lazy(load, name),
    })
