import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openGate } from '../../support/gate.ts'
import { needs } from '../../support/programs.ts'
import { pythonClient, pythonWith } from '../../support/python.ts'
import { startService } from '../../support/service.ts'

/** Runs the Python client's own tests against the real service, and its types past a type checker. */

const python = pythonWith(['mypy'])
const run = promisify(execFile)

test('the Python client keeps a prompt at hand, and calls every kind of route', needs('python', python), async () => {
  const service = await startService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const tenant = await service.register()
  const other = await service.register()
  const agent = await tenant.agent({ name: 'Ada' })
  const believe = (statement: string) => tenant.post('/beliefs', { agentId: agent, category: 'principle', statement })
  await believe('We ship small changes')
  const gate = await openGate(`http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`)
  let statements = 0
  const commands: Record<string, () => unknown> = {
    open: () => {
      gate.broken = false
    },
    close: () => {
      gate.broken = true
    },
    count: () => gate.asked.length,
    label: () => tenant.put(`/agents/${agent}/labels/early`, { version: 'live' }),
    believe: () => believe(`Changed by the test ${++statements}`),
    refuse: () => gate.faults.push((response) => response.writeHead(429, { 'retry-after': '0' }).end('{}')),
    'break-once': () => gate.faults.push((response) => response.destroy()),
  }
  const control = createServer(async (request, response) => {
    const result = await commands[request.url!.slice(1)]!()
    response.end(typeof result === 'number' ? String(result) : '')
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  try {
    const { stderr } = await run(
      python!,
      ['-m', 'unittest', '-v', 'tests.test_client', 'tests.test_foreign_answers', 'tests.test_gone'],
      {
        cwd: pythonClient,
        env: {
          ...process.env,
          PYTHONWARNINGS: 'ignore',
          AGENT_IDENTITY_URL: gate.url,
          AGENT_IDENTITY_API_KEY: tenant.key,
          OTHER_KEY: other.key,
          TEST_AGENT: agent,
          GATE_CONTROL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
        },
      },
    )
    expect(stderr).toMatch(/Ran \d\d tests[\s\S]*\nOK\n$/)
  } finally {
    control.closeAllConnections()
    control.close()
    await gate.close()
    await service.stop()
  }
})

test('the Python client is typed throughout', needs('python', python), async () => {
  const { stdout } = await run(python!, ['-m', 'mypy', '--strict', 'agent_identity_client', 'tests'], {
    cwd: pythonClient,
  })
  expect(stdout).toContain('Success')
})
