import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

// Three database machines as network namespaces, each connected to that of the rig, which routes between them. Everything else (HAProxy,
// nodes, nginx) runs in the namespace of the rig. All of it is inside a private network and mount namespace and ends with it.

export const machines = ['db1', 'db2', 'db3'] as const
export type Machine = (typeof machines)[number]
export const NETWORK = '10.77.0.0/16'

const numberOf = (machine: Machine): number => machines.indexOf(machine) + 1
export const addressOf = (machine: Machine): string => `10.77.${numberOf(machine)}.2`
const deviceOf = (machine: Machine): string => `to-${machine}`
const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })

export function createNetwork(): void {
  mkdirSync('/run/netns', { recursive: true })
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
  run('ip', 'link', 'set', 'lo', 'up')
  for (const machine of machines) {
    const near = `10.77.${numberOf(machine)}.1`
    run('ip', 'netns', 'add', machine)
    run('ip', 'link', 'add', deviceOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine)
    run('ip', 'addr', 'add', `${near}/24`, 'dev', deviceOf(machine))
    run('ip', 'link', 'set', deviceOf(machine), 'up')
    run('ip', '-n', machine, 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0')
    run('ip', '-n', machine, 'link', 'set', 'eth0', 'up')
    run('ip', '-n', machine, 'link', 'set', 'lo', 'up')
    run('ip', '-n', machine, 'route', 'add', 'default', 'via', near)
  }
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1')
}

/** From the other machines: their etcd and PostgreSQL. HAProxy still reaches it. */
export function cutFromPeers(machine: Machine): void {
  run('iptables', '-I', 'FORWARD', '-i', deviceOf(machine), '-j', 'DROP')
  run('iptables', '-I', 'FORWARD', '-o', deviceOf(machine), '-j', 'DROP')
}

/** From everything. */
export function cutFromAll(machine: Machine): void {
  cutFromPeers(machine)
  run('iptables', '-I', 'INPUT', '-i', deviceOf(machine), '-j', 'DROP')
  run('iptables', '-I', 'OUTPUT', '-o', deviceOf(machine), '-j', 'DROP')
}

export function reconnect(): void {
  for (const chain of ['FORWARD', 'INPUT', 'OUTPUT']) run('iptables', '-F', chain)
}

export const pidsOn = (machine: Machine): number[] => run('ip', 'netns', 'pids', machine).trim().split('\n').filter(Boolean).map(Number)
