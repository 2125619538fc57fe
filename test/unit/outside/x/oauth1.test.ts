import { expect, test } from 'vitest'
import { oauthHeader } from '../../../../server/outside/x/oauth1.ts'

const signatureOf = (header: string) => decodeURIComponent(/oauth_signature="([^"]+)"/.exec(header)![1]!)

test('a request is signed as in X’s documentation, "Creating a signature"', () => {
  // In that example the status is in the body, which is signed like a parameter of the URL.
  const url = new URL('https://api.x.com/1.1/statuses/update.json?include_entities=true')
  url.searchParams.set('status', 'Hello Ladies + Gentlemen, a signed OAuth request!')
  const header = oauthHeader(
    'POST',
    url,
    {
      consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
      consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
      tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
    },
    { timestamp: 1318622958, nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg' },
  )
  expect(signatureOf(header)).toBe('Ls93hJiZbQ3akF3HF3x1Bz8/zU4=')
  expect(header).toMatch(/^OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", /)
})

test('parameters are signed in the order of their names, then of their values, whatever marks they hold', () => {
  const keys = { consumerKey: 'k', consumerSecret: 's', token: 't', tokenSecret: 'u' }
  const stamp = { timestamp: 1, nonce: 'n' }
  const sign = (query: string) => signatureOf(oauthHeader('get', new URL(`http://example.com/r?${query}`), keys, stamp))
  expect(sign('a=2&a1=x&a=1&b=%21%2A%27%28%29')).toBe(sign('b=!*%27()&a1=x&a=1&a=2'))
  expect(sign('a=1&a1=2')).not.toBe(sign('a=2&a1=1'))
})
