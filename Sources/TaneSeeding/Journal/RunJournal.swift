import Crypto
import GRDB
package import TaneCore
package import TaneProject

import Foundation

/// The journal of a run in progress: the batches that were sent, and the batches that the services
/// acknowledged.
///
/// Every batch is recorded before it is sent, with the values that it replaces. Once the service
/// has acknowledged the batch, the journal and the ledger are updated together, so a killed run can
/// be finished or rolled back.
package final class RunJournal: Sendable {
  /// The run's number.
  package let run: Int64
  let ledger: EnvironmentLedger
  private let state: StateDatabase
  private let sets: [String]
  private let bytes: RetainedBytes

  /// Begins the journal of a run, and records all of its steps.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - action: The operation of the run.
  ///   - subject: The run to finish, roll back or revert, or nil for a seed.
  ///   - profile: The profile of the environment.
  ///   - sets: The loaded fixture sets.
  ///   - isFull: True if the run seeds everything that fixtures describe.
  ///   - basis: The digests of the fixture files that contain the run's secrets, by path in the
  ///     project.
  ///   - summary: The summary of the plan.
  ///   - state: The database of the journal.
  /// - Throws: A `StoreError` if the journal cannot be written.
  package init(
    _ plan: Plan,
    for action: RunRecord.Action,
    of subject: Int64? = nil,
    in profile: EnvironmentProfile,
    sets: [String],
    isFull: Bool = false,
    basis: [String: String] = [:],
    summary: String,
    keptIn state: StateDatabase
  ) throws {
    self.state = state
    self.sets = sets
    ledger = EnvironmentLedger(of: profile, in: state)
    let locations = Dictionary(
      profile.services.map { ($0.name, $0.journalLocation(in: profile)) },
      uniquingKeysWith: { first, _ in first }
    )
    run = try state.write { database in
      try Self.removeOldRuns(of: profile, besides: subject, in: database)
      try database.execute(
        sql: """
          INSERT INTO run
            (environment, action, subject, author, sets, summary, began, result, isFull, basis)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'running', ?, ?)
          """,
        arguments: [
          profile.name, action.rawValue, subject, Self.author, sets.joined(separator: ","),
          summary, Date().timeIntervalSince1970, isFull, try JSONEncoder().encode(basis),
        ]
      )
      let run = database.lastInsertedRowID
      let statement = try database.makeStatement(
        sql: """
          INSERT INTO step (run, number, location, service, path, oldSize, oldCRC32C, newSize, newCRC32C, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
          """
      )
      for (number, step) in plan.steps.enumerated() {
        let (old, new) = (step.before.blob, step.difference.new.blob)
        try statement.execute(arguments: [
          run, number, locations[step.address.service] ?? "", step.address.service,
          "\(step.address.path)", old?.size, old.map { Int64($0.crc32c) }, new?.size,
          new.map { Int64($0.crc32c) },
        ])
        let changes = StoredChange.sealed(step.journaledChanges)
        try changes.insert(
          into: "stepChanges",
          statement: "INSERT",
          values: ["run": run, "number": Int64(number)],
          column: "changes",
          in: database
        )
      }
      return run
    }
    bytes = try RetainedBytes(of: profile, in: state)
  }

  /// Reserves space for the bytes of another replaced object; returns false if there is not enough,
  /// in which case the object cannot be restored.
  func reserveBytes(_ count: Int) throws -> Bool { try bytes.reserve(count) }

  /// Records that steps are about to be sent, with the bytes of the objects that they replace.
  func recordSending(of steps: [PlanStep], replacing bytes: [Address: [UInt8]]) throws {
    try state.write { database in
      for (address, content) in bytes {
        let digest = TreeDigest.hexadecimal(SHA256.hash(data: content))
        try database.execute(
          sql: "INSERT OR IGNORE INTO bytes (digest, content) VALUES (?, ?)",
          arguments: [digest, Data(content)]
        )
        try database.execute(
          sql: "UPDATE step SET bytes = ? WHERE run = ? AND service = ? AND path = ?",
          arguments: [digest, run, address.service, "\(address.path)"]
        )
      }
      try mark(steps, .sent, in: database)
    }
  }

  /// Records in the journal and the ledger, atomically, that steps were applied.
  func acknowledge(_ steps: [PlanStep]) throws {
    try state.write { database in
      try mark(steps, .done, in: database)
      try ledger.record(steps, run: run, sets: sets, in: database)
    }
  }

  /// Records the result of the run; an unsuccessful run can be finished or rolled back.
  func end(_ result: RunRecord.Result) throws {
    try state.write { database in
      try database.execute(
        sql: "UPDATE run SET result = ?, ended = ? WHERE id = ?",
        arguments: [result.rawValue, Date().timeIntervalSince1970, run]
      )
    }
  }

  /// Removes the journal of a run that wrote nothing.
  func remove() throws {
    try state.write { try $0.execute(sql: "DELETE FROM run WHERE id = ?", arguments: [run]) }
  }

  private func mark(
    _ steps: [PlanStep],
    _ step: RunStep.State,
    in database: Database
  ) throws {
    let statement = try database.makeStatement(
      sql: "UPDATE step SET state = ? WHERE run = ? AND service = ? AND path = ?"
    )
    for made in steps {
      let address = made.address
      try statement.execute(arguments: [
        step.rawValue, run, address.service, "\(address.path)",
      ])
    }
  }

  /// Removes an environment's oldest runs if there are more runs than the profile allows.
  ///
  /// Retains unfinished runs, and the runs that an unfinished run or the current one finishes or
  /// reverts.
  private static func removeOldRuns(
    of profile: EnvironmentProfile,
    besides subject: Int64?,
    in database: Database
  ) throws {
    try database.execute(
      sql: """
        DELETE FROM run WHERE environment = ? AND id IS NOT ? AND NOT (\(RunRecord.requiredRunCondition))
          AND id NOT IN (SELECT id FROM run WHERE environment = ? ORDER BY id DESC LIMIT ?)
        """,
      arguments: [profile.name, subject, profile.name, profile.undo.runs - 1]
    )
    try RetainedBytes.removeUnusedBytes(in: database)
  }

  /// The user and the host, such as `hanako@mac`.
  static var author: String {
    let variables = ProcessInfo.processInfo.environment
    let user = variables["GITHUB_ACTOR"] ?? variables["USER"] ?? NSUserName()
    return "\(user)@\(ProcessInfo.processInfo.hostName)"
  }
}

extension ServiceProfile {
  /// Returns the location of the service in the journal: its location in the ledger or, for an
  /// emulator that the ledger does not record, its kind and URL.
  func journalLocation(in profile: EnvironmentProfile) -> String {
    ledgerLocation(in: profile) ?? "\(kind.id) \(url)"
  }
}
