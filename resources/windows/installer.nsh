; What Usher adds to electron-builder's installer (nsis.include): all of it for the machine, whoever installs.
;
; Setup     /AUTOSTART   Windows starts the kiosk for whoever signs in.
; Uninstall /DELETEDATA  What kiosks have kept is deleted, for all users: scans that were not uploaded too.
;                        Without it, it is kept; where somebody can be asked, they are.

!include "LogicLib.nsh"
!include "FileFunc.nsh"

!define USHER_RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define USHER_PROFILES "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList"

!macro customInstall
  SetRegView 64
  SetShellVarContext all
  ; For the settings file: what an administrator makes here others cannot replace.
  CreateDirectory "$APPDATA\Usher"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/AUTOSTART" $R1
  ${IfNot} ${Errors}
    WriteRegStr HKLM "${USHER_RUN}" "Usher" '"$INSTDIR\Usher.exe"'
  ${EndIf}
!macroend

!macro customUnInstall
  ; An update installs over it at once.
  ${IfNot} ${isUpdated}
    SetRegView 64
    SetShellVarContext all
    DeleteRegValue HKLM "${USHER_RUN}" "Usher"
    ; Only if it is empty: a settings file is the administrators'.
    RMDir "$APPDATA\Usher"
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/DELETEDATA" $R1
    ${If} ${Errors}
      MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "Delete what kiosks on this machine have kept as well? Scans that were not uploaded would be lost." /SD IDNO IDYES usher_delete IDNO usher_keep
    ${EndIf}
    usher_delete:
    !insertmacro usherDeleteData
    usher_keep:
  ${EndIf}
!macroend

; The data folder of every user who has a profile here.
!macro usherDeleteData
  StrCpy $R2 0
  ${Do}
    EnumRegKey $R3 HKLM "${USHER_PROFILES}" $R2
    ${If} $R3 == ""
      ${ExitDo}
    ${EndIf}
    ReadRegStr $R4 HKLM "${USHER_PROFILES}\$R3" "ProfileImagePath"
    ExpandEnvStrings $R4 $R4
    ${If} $R4 != ""
      RMDir /r "$R4\AppData\Roaming\Usher"
    ${EndIf}
    IntOp $R2 $R2 + 1
  ${Loop}
!macroend
