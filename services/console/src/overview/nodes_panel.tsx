import { formatNumber, language, t } from '../messages/messages.js';
import { bytesText, durationText } from '../messages/units.js';
import { Meter } from '../widgets/meter.js';
import { Scrolled } from '../widgets/scrolled.js';
import type { ClusterFacts, NodeStats } from './cluster_shapes.js';

export function NodesPanel({ facts: { nodes, master } }: { readonly facts: ClusterFacts }) {
  const rows = Object.entries(nodes).sort(([, a], [, b]) => (a.name < b.name ? -1 : 1));
  return (
    <section class="panel">
      <h2 id="nodes">{t('overview.nodes')}</h2>
      <Scrolled labelledBy="nodes">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('overview.node')}</th>
              <th scope="col">{t('overview.roles')}</th>
              <th scope="col">{t('overview.cpu')}</th>
              <th scope="col">{t('overview.heap')}</th>
              <th scope="col">{t('overview.memory')}</th>
              <th scope="col">{t('overview.disk')}</th>
              <th scope="col" class="number">
                {t('overview.load')}
              </th>
              <th scope="col" class="number">
                {t('overview.uptime')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([id, node]) => (
              <NodeRow key={id} node={node} isMaster={id === master} />
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  );
}

function NodeRow({ node, isMaster }: { readonly node: NodeStats; readonly isMaster: boolean }) {
  const { os, jvm, fs } = node;
  const { total_in_bytes: totalBytes, available_in_bytes: freeBytes } = fs.total;
  const diskText = t('overview.disk.free', {
    free: bytesText(freeBytes, language.value),
    total: bytesText(totalBytes, language.value),
  });
  return (
    <tr>
      <th scope="row">
        {node.name} {isMaster ? <span class="badge">{t('overview.master')}</span> : null}
      </th>
      <td class="small">{node.roles.join(', ')}</td>
      <td>
        <Meter percent={os.cpu.percent} label={t('overview.cpu')} />
      </td>
      <td>
        <Meter percent={jvm.mem.heap_used_percent} label={t('overview.heap')} />
      </td>
      <td>
        <Meter percent={os.mem.used_percent} high={95} label={t('overview.memory')} />
      </td>
      <td>
        <Meter
          percent={totalBytes === 0 ? 0 : 100 * (1 - freeBytes / totalBytes)}
          text={diskText}
          label={t('overview.disk')}
        />
      </td>
      <td class="number">{formatNumber(os.cpu.load_average?.['1m'] ?? 0)}</td>
      <td class="number">{durationText(jvm.uptime_in_millis, language.value)}</td>
    </tr>
  );
}
