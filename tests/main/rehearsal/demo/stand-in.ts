/*
 * Stands in for the embedded box office's process: its first argument says how it behaves.
 */
const guide = {
  users: [{ username: 'anna', password: 'demo', role: 'scanner' }],
  tickets: [{ barcode: '4711', kind: 'valid' }],
};
const messages: Record<string, unknown> = {
  good: { type: 'listening', baseUrl: 'http://127.0.0.1:4711', guide },
  'deaf to stop': { type: 'listening', baseUrl: 'http://127.0.0.1:4711', guide },
  'somewhere else': { type: 'listening', baseUrl: 'http://tickets.example', guide },
  'another language': 'listening',
};
const manner = process.env['STAND_IN'] ?? '';

if (manner === 'broken') process.exit(1);
if (manner in messages) process.send?.(messages[manner]);
process.on('message', () => {
  if (manner !== 'deaf to stop') process.exit(0);
});
process.on('disconnect', () => process.exit(0));
