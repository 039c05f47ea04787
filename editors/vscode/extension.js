// Starts `rootstock lsp` for profiles and Shoots, and shows its results without any logic of its own.

'use strict'

const { window, workspace, commands, env, Uri } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

/** The installation instructions. */
const INSTALLATION = 'https://github.com/rootstock-rs/rootstock#readme'

/** @type {Client | undefined} */
let client

/** A client that only shows errors while it runs: `tell` reports why it does not start. */
class Client extends LanguageClient {
  error(message, data, showNotification) {
    super.error(message, data, this.isRunning() ? showNotification : false)
  }
}

/** The queue of starts and stops, so that concurrent restarts leave a single server. */
let turn = Promise.resolve()

/** @param {import('vscode').ExtensionContext} context */
exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('rootstock.restart', restart),
    commands.registerCommand('rootstock.showOutput', () => client?.outputChannel.show()),
    workspace.onDidChangeConfiguration((change) => {
      const isOurs = ['rootstock.path', 'rootstock.arguments'].some((name) => change.affectsConfiguration(name))
      return isOurs ? restart() : undefined
    }),
  )
  await restart()
}

exports.deactivate = () => inTurn(stop)

function restart() {
  return inTurn(async () => {
    await stop()
    await start()
  })
}

/** @param {() => Promise<void>} work */
function inTurn(work) {
  turn = turn.then(work, work)
  return turn
}

async function start() {
  const settings = workspace.getConfiguration('rootstock')
  const command = settings.get('path', 'rootstock')
  const started = new Client(
    'rootstock',
    'Rootstock',
    { command, args: ['lsp', ...settings.get('arguments', [])] },
    { documentSelector: ['yaml', 'json'].map((language) => ({ scheme: 'file', language })) },
  )
  client = started
  try {
    await started.start()
  } catch (why) {
    // Not awaited: the editor must not wait until the user closes the message.
    void tell(command, why)
  }
}

async function stop() {
  const stopped = client
  client = undefined
  // Disposal fails if the client has never run, which is fine.
  await stopped?.dispose().catch(() => undefined)
}

/**
 * @param {string} command
 * @param {unknown} why
 */
async function tell(command, why) {
  const reason = why instanceof Error ? why.message : String(why)
  const happened = reason.includes('ENOENT') ? `The program ${command} was not found.` : `${command} lsp failed to start: ${reason.trim()}.`
  const said = `${happened} Install rootstock, or set its path in the setting rootstock.path.`
  const chosen = await window.showErrorMessage(said, 'Installation instructions', 'Open the setting')
  if (chosen === 'Installation instructions') {
    await env.openExternal(Uri.parse(INSTALLATION))
  } else if (chosen === 'Open the setting') {
    await commands.executeCommand('workbench.action.openSettings', 'rootstock.path')
  }
}
